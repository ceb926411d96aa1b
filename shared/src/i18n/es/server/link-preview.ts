import type { Translation } from '../../catalogues.ts';
/** Spanish texts of link previews on other sites. */
export const messages: Translation<'server/link-preview'> = {
  text: 'Una escena 3D de {author}. Explórala o mírala en tu espacio.',
};
