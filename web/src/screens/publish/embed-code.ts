const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The HTML that shows a scene in somebody else's page; the scene's name cannot break out of it. */
export function embedCode(embedUrl: string, name: string): string {
  const src = escapeHtml(embedUrl);
  const title = escapeHtml(name);
  return `<iframe src="${src}" title="${title}" width="960" height="540" style="border:0;max-width:100%" allow="xr-spatial-tracking; fullscreen" loading="lazy"></iframe>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
