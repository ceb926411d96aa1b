const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Size of an embed in a page: fixed pixels, or the full available width. */
export type EmbedSize = { width: number; height: number; isResponsive: boolean };

/** Preset sizes; custom sizes are allowed. */
export const EMBED_PRESETS = {
  responsive: { width: 16, height: 9, isResponsive: true },
  large: { width: 1280, height: 720, isResponsive: false },
  medium: { width: 960, height: 540, isResponsive: false },
  small: { width: 640, height: 360, isResponsive: false },
  square: { width: 600, height: 600, isResponsive: false },
} as const satisfies Record<string, EmbedSize>;
export type EmbedPreset = keyof typeof EMBED_PRESETS;

/**
 * HTML that embeds a scene in another page; the scene's name is escaped.
 * @param size - of a responsive embed the two numbers are its proportions
 */
export function embedCode(
  embedUrl: string,
  name: string,
  { width, height, isResponsive }: EmbedSize = EMBED_PRESETS.medium,
): string {
  const measures = isResponsive
    ? `style="border:0;width:100%;aspect-ratio:${width}/${height}"`
    : `width="${width}" height="${height}" style="border:0;max-width:100%"`;
  return `<iframe src="${escapeHtml(embedUrl)}" title="${escapeHtml(name)}" ${measures} allow="xr-spatial-tracking; fullscreen" loading="lazy"></iframe>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
