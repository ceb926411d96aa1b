/** Query parameters that add context to a support question. */
export const SUPPORT_CONTEXT = ['page', 'order', 'requestId'] as const;

/** `message` is the initial text of the question. */
type SupportContext = Partial<Record<(typeof SUPPORT_CONTEXT)[number] | 'message', string>>;

/** Address of the support page with context, such as a failed order. */
export function supportAddress(page: string, context: SupportContext): string {
  const query = new URLSearchParams(context);
  return query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`;
}
