import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { KeyedMutator } from 'swr';
import { useGet } from '../api/hooks.ts';
import { useWorkspace } from './use-account.ts';

export type ProjectItem = ResultOf<'listProjects'>['member'][number];

/** All projects of the current workspace, newest first. */
export function useProjects(): {
  projects: ProjectItem[] | undefined;
  error: unknown;
  mutate: KeyedMutator<ResultOf<'listProjects'>>;
} {
  const account = useWorkspace();
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

/** Projects shared with the user from other workspaces, newest first; empty while loading. */
export function useSharedProjects(): ProjectItem[] {
  const { data } = useGet('listProjects', {
    query: {
      pagination: 'false',
      sharedWithMeOnly: 'true',
      'order[createdAt]': 'desc',
      'properties[]': ['name', 'compositionsNumber'],
    },
  });
  return data?.member ?? [];
}
