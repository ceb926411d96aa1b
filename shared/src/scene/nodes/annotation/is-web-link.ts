/** Whether a text is the address of a page that may be opened: http or https and nothing that runs. */
export function isWebLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}
