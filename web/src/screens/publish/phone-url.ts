import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** Where a phone finds a page: at the address that this computer has on its network, if its own leads phones nowhere. */
export function phoneUrlOf(url: string, { isLoopback, lanUrl }: Reach): string {
  return isLoopback && lanUrl !== null ? `${lanUrl}${new URL(url).pathname}` : url;
}

type Reach = Pick<ResultOf<'getConfig'>, 'isLoopback' | 'lanUrl'>;
