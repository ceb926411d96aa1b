import { importMessage } from '@diorama/shared/domain/import-message.ts';
/** Warning about models with missing faces. */
export const LOST_FACES = importMessage('lost.faces');
