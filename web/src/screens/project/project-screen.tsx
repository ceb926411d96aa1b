import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import { Folder } from 'lucide-react';
import { useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useProjects } from '../../hooks/use-projects.ts';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { ProjectMenu } from './project-menu.tsx';

/** Scenes of one project, of the workspace or shared by another. */
export function ProjectScreen() {
  const t = useT();
  const { uuid = '' } = useParams();
  const { projects } = useProjects();
  const own = projects?.find((one) => one.uuid === uuid);
  // A project missing in the list may be shared by another workspace.
  const isElsewhere = projects !== undefined && own === undefined;
  const {
    data: other,
    error,
    mutate,
  } = useGet('getProject', isElsewhere && isUuid(uuid) ? { params: { id: uuid } } : null, {
    shouldRetryOnError: false,
  });
  if (isElsewhere && (!isUuid(uuid) || error?.status === 404)) {
    return (
      <EmptyState
        heading="h1"
        picture={<Folder size={48} strokeWidth={1} aria-hidden="true" />}
        title={t('notFound.title')}
        text={t('project.notFound')}
      />
    );
  }
  if (isElsewhere && error) {
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          mutate().catch(() => undefined);
        }}
      />
    );
  }
  const name = own?.name ?? other?.name;
  return (
    <Dashboard
      key={uuid}
      title={name ?? t('nav.projects')}
      titleMenu={own && <ProjectMenu project={{ uuid, name: own.name ?? '' }} />}
      filter={{ 'project.uuid': uuid }}
      newScene={own || mayAdd(other) ? { project: uuid } : false}
      hasLabels={!isElsewhere}
      empty={{
        title: t('dashboard.empty.project.title'),
        text: t('dashboard.empty.project.text'),
        picture: <Folder size={48} strokeWidth={1} aria-hidden="true" />,
      }}
    />
  );
}

function mayAdd(project: ResultOf<'getProject'> | undefined): boolean {
  return project !== undefined && project.permission !== 'view';
}
