/** What a question for support can bring along in its page's address. */
export const SUPPORT_CONTEXT = ['page', 'order', 'requestId'] as const;

/** `message` is what the question begins with. */
export type SupportContext = Partial<Record<(typeof SUPPORT_CONTEXT)[number] | 'message', string>>;

/** The address of a question that was asked somewhere, such as at a failed order. */
export function supportAddress(page: string, context: SupportContext): string {
  const query = new URLSearchParams(context);
  return query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`;
}
