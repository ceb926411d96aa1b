/** Whether a text is the URL of a web page: http or https, never a script. */
export function isWebLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}
