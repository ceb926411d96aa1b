import type { ResultOf } from '@diorama/shared/contract/index.ts';
import useSWR from 'swr';
import { useApi } from '../api/provider.tsx';
import { useLanguage } from './use-language.tsx';

export type SceneCategory = ResultOf<'listSceneCategories'>['member'][number];

/** Scene categories in the language of the page; empty while loading. */
export function useSceneCategories(): readonly SceneCategory[] {
  const { client } = useApi();
  const language = useLanguage();
  // The answer depends on the language as well as on the address.
  const { data } = useSWR(['scene-categories', language], () => client.call('listSceneCategories'), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
  });
  return data?.member ?? [];
}
