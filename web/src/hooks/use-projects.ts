import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { KeyedMutator } from 'swr';
import { useGet } from '../api/hooks.ts';
import { homeAccount } from './use-account.ts';
import { useUser } from './use-user.ts';

export type ProjectItem = ResultOf<'listProjects'>['member'][number];

/** All projects of the workspace in use, newest first. */
export function useProjects(): {
  projects: ProjectItem[] | undefined;
  error: unknown;
  mutate: KeyedMutator<ResultOf<'listProjects'>>;
} {
  const account = homeAccount(useUser());
  const { data, error, mutate } = useGet(
    'listProjects',
    account === null
      ? null
      : {
          query: {
            pagination: 'false',
            'owner.uuid': account.uuid,
            'order[createdAt]': 'desc',
            'properties[]': ['name', 'compositionsNumber', 'compositions'],
          },
        },
  );
  return { projects: data?.member, error, mutate };
}
