/** English texts of link previews on other sites. */
export const linkPreviewEn = {
  text: 'A 3D scene by {author}. Look around in it, or view it in your space.',
} as const;

/** Type of {@link linkPreviewEn}. */
export type LinkPreviewMessages = typeof linkPreviewEn;
