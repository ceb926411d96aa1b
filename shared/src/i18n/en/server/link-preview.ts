/** English texts of link previews on other sites. */
export const messages = {
  text: 'A 3D scene by {author}. Explore it, or view it in your space.',
} as const;
