import { importMessage } from '@diorama/shared/domain/import-message.ts';

/** Warning about models with missing faces. */
export const LOST_FACES = importMessage('lost.faces');

/** Dropped feature of formats whose loader ignores morph targets. */
export const MORPHS = importMessage('lost.morph-targets');
