import type { ResultOf } from '@diorama/shared/contract/index.ts';
import useSWR from 'swr';
import { useApi } from '../api/provider.tsx';
import { useLanguage } from './use-language.tsx';

export type SceneCategory = ResultOf<'listSceneCategories'>['member'][number];

/** What scenes can be about, in the language of the page; empty until it is known. */
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
