import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** Address of a page for phones: the computer's network address, if the page's own one is a loopback address. */
export function phoneUrlOf(url: string, { isLoopback, lanUrl }: Reach): string {
  return isLoopback && lanUrl !== null ? `${lanUrl}${new URL(url).pathname}` : url;
}

type Reach = Pick<ResultOf<'getConfig'>, 'isLoopback' | 'lanUrl'>;
