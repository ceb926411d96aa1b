import { importMessage } from '@diorama/shared/domain/import-message.ts';
/** Dropped feature of formats whose loader ignores morph targets. */
export const MORPHS = importMessage('lost.morph-targets');
