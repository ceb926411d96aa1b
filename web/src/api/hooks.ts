import type { ResultOf, RouteName, Routes } from '@diorama/shared/contract/index.ts';
import { useEffect, useEffectEvent } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { ApiError } from './api-error.ts';
import { applyLive } from './apply-live.ts';
import type { Live, LiveMessage } from './live.ts';
import { useApi } from './provider.tsx';
import type { CallInput } from './send.ts';
import { urlOf } from './url.ts';

/** Stale data found within this time is requested once. */
const BATCH_MS = 150;

/** Cached data that follows the live stream. */
export type Followed = {
  /** Current data: the resource, or the pages of a list. */
  held: () => readonly unknown[];
  /** Whether a message makes the data stale without naming it. */
  isOldAfter?: ((message: LiveMessage) => boolean) | undefined;
  /** Applies a message to the data. */
  change: (message: LiveMessage) => void;
  /** Requests all of the data again. */
  reload: () => void;
};

/** Routes that read. */
type GetName = {
  [Name in RouteName]: Routes[Name]['method'] extends 'GET' ? Name : never;
}[RouteName];

/** Routes that answer pages. */
type ListName = {
  [Name in GetName]: ResultOf<Name> extends { member: unknown[]; totalItems: number } ? Name : never;
}[GetName];

type MemberOf<Name extends ListName> = ResultOf<Name> extends { member: (infer Member)[] } ? Member : never;

/** Calls the listener with every live message while the component is mounted. */
export function useLive(listener: (message: LiveMessage) => void): void {
  const { live } = useApi();
  const handle = useEffectEvent(listener);
  useEffect(() => live.subscribe((message) => handle(message)), [live]);
}

/** Messages that make data stale besides those that name it. */
type Follows = { isOldAfter?: (message: LiveMessage) => boolean };

/** A resource of the API. */
export type Resource<Data> = SWRResponse<Data, ApiError> & {
  /** Requests it again. A failure is stored as its error, and the former data stays. */
  reload: () => void;
};

/**
 * Reads a resource and keeps it up to date by the live stream.
 * @param input - `null` to read nothing yet
 */
export function useGet<Name extends GetName>(
  name: Name,
  input: CallInput<Name> | null,
  { isOldAfter, ...options }: SWRConfiguration<ResultOf<Name>, ApiError> & Follows = {},
): Resource<ResultOf<Name>> {
  const { client } = useApi();
  const key = input === null ? null : urlOf(name, input as Parameters<typeof urlOf>[1]);
  const call = client.call as (name: Name, input: CallInput<Name> | null) => Promise<ResultOf<Name>>;
  const response = useSWR<ResultOf<Name>, ApiError>(key, () => call(name, input), options);
  const reload = () => {
    response.mutate().catch(() => undefined);
  };
  useFollowed({
    held: () => [response.data],
    isOldAfter,
    change: (message) => {
      response.mutate((data) => applyLive(data, message).data, { revalidate: false }).catch(() => undefined);
    },
    reload,
  });
  // Not a copy, because SWR tracks by getters which parts are read.
  return Object.assign(response, { reload });
}

/** A list that grows by pages of 60. */
export type PagedList<Member> = {
  /** All members so far; `undefined` until the first page is there. */
  members: Member[] | undefined;
  totalItems: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  error: ApiError | undefined;
  loadMore: () => void;
  reload: () => void;
  /** Changes the members optimistically, before the server has answered. */
  change: (edit: (members: Member[]) => Member[]) => void;
};

/** Reads a list page by page and keeps it up to date by the live stream. */
export function useList<Name extends ListName>(
  name: Name,
  input: CallInput<Name>,
  { isOldAfter }: Follows = {},
): PagedList<MemberOf<Name>> {
  type Page = { '@id': string; member: MemberOf<Name>[]; totalItems: number; view?: unknown };
  const { client } = useApi();
  const parts = input as { query?: Record<string, unknown> };
  const call = client.call as (name: Name, input: object) => Promise<Page>;
  const inputOf = (index: number) => ({ ...input, query: { ...parts.query, page: index + 1 } });
  const response = useSWRInfinite<Page, ApiError>(
    (index: number, previous: Page | null) =>
      previous !== null && previous.view === undefined ? null : urlOf(name, inputOf(index)),
    (url: string) => call(name, inputOf(Number(new URLSearchParams(url.split('?')[1]).get('page')) - 1)),
    { revalidateFirstPage: false, keepPreviousData: false },
  );
  const { data: pages, mutate } = response;

  const change = (edit: (page: Page) => Page) => {
    mutate((held) => held?.map(edit), { revalidate: false }).catch(() => undefined);
  };
  // Without data, because SWR would request only the pages that changed.
  const reload = () => {
    mutate().catch(() => undefined);
  };
  useFollowed({
    held: () => pages ?? [],
    isOldAfter,
    change: (message) => change((page) => applyLive(page, message).data ?? page),
    reload,
  });
  // Cached data misses messages while no screen shows it, and SWR would not request it again.
  const reloadPages = useEffectEvent(() => {
    if (pages) {
      reload();
    }
  });
  const firstUrl = urlOf(name, inputOf(0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is loaded again
  useEffect(() => {
    reloadPages();
  }, [firstUrl]);

  const count = pages?.length ?? 0;
  const last = pages?.at(-1);
  const hasMore = last?.view !== undefined;
  return {
    members: pages?.flatMap((page) => page.member),
    totalItems: last?.totalItems ?? 0,
    hasMore,
    isLoadingMore: response.size > count && (response.error === undefined || response.isValidating),
    error: response.error,
    loadMore: () => {
      if (hasMore) {
        // After an error the size already includes the missing page.
        response.setSize(count + 1).catch(() => undefined);
      }
    },
    reload,
    change: (edit) => change((page) => ({ ...page, member: edit(page.member) })),
  };
}

/** Follows the live stream while the component is mounted, with the values of its last render. */
function useFollowed(followed: Followed): void {
  const { live } = useApi();
  const held = useEffectEvent(followed.held);
  const isOldAfter = useEffectEvent((message: LiveMessage) => followed.isOldAfter?.(message) ?? false);
  const change = useEffectEvent(followed.change);
  const reload = useEffectEvent(followed.reload);
  useEffect(
    () =>
      updateFromLive(live, {
        held: () => held(),
        isOldAfter: (message) => isOldAfter(message),
        change: (message) => change(message),
        reload: () => reload(),
      }),
    [live],
  );
}

/**
 * Updates cached data from the live stream until the returned function is called. Several messages at once cause one
 * request, a moment later.
 */
export function updateFromLive(
  live: Pick<Live, 'subscribe'>,
  { held, isOldAfter, change, reload }: Followed,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      reload();
    }, BATCH_MS);
  };
  const unsubscribe = live.subscribe((message) => {
    const parts = held();
    const applied = parts.map((part) => applyLive(part, message));
    if (applied.some(({ data }, index) => data !== parts[index])) {
      change(message);
    }
    if (applied.some(({ isStale }) => isStale) || isOldAfter?.(message)) {
      reloadSoon();
    }
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
