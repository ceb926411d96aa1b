import type { LinkPreviewMessages } from './link-preview.en.ts';

/** Spanish texts of link previews on other sites. */
export const linkPreviewEs = {
  text: 'Una escena 3D de {author}. Recórrela o mírala en tu espacio.',
} as const satisfies Record<keyof LinkPreviewMessages, string>;
