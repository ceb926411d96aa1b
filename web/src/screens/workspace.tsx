import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import { ChevronDown, Folder, Pencil, Trash2, UserPlus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { useGet } from '../api/hooks.ts';
import { IconButton } from '../components/button/icon-button.tsx';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Dropdown } from '../components/menu/dropdown.tsx';
import { useT } from '../hooks/use-language.tsx';
import { useProjects } from '../hooks/use-projects.ts';
import { MainLayout } from '../layouts/main-layout.tsx';
import { Dashboard } from './dashboard/dashboard.tsx';
import { OrganiseProvider } from './dashboard/organise/organise-context.tsx';

const LazyInvite = lazyPart(async () => (await import('./invite/invite-dialog.tsx')).InviteDialog);

const LazyProjectDialog = lazyPart(async () => (await import('./project/project-dialog.tsx')).ProjectDialog);

export { AllScenesScreen } from './dashboard/all-scenes-screen.tsx';

/** Layout of a workspace's pages, in one chunk with the scene lists, where most users arrive. */
export function WorkspaceFrame() {
  return (
    <OrganiseProvider>
      <MainLayout>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MainLayout>
    </OrganiseProvider>
  );
}

/** Scenes shared with the user. */
export function SharedScenesScreen() {
  const t = useT();
  return (
    <Dashboard
      title={t('nav.sharedScenes')}
      filter={{ sharedWithMeOnly: 'true' }}
      newScene={false}
      hasLabels={false}
      empty={{
        title: t('dashboard.empty.shared.title'),
        text: t('dashboard.empty.shared.text'),
        picture: <Users size={48} strokeWidth={1} aria-hidden="true" />,
      }}
    />
  );
}

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
    reload,
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
    return <ErrorState error={error} onRetry={reload} />;
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

/** Renames, shares or deletes the current project. */
function ProjectMenu({ project }: { project: { uuid: string; name: string } }) {
  const t = useT();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'invite' | null>(null);
  const label = t('project.actions', { name: project.name });
  return (
    <>
      <Dropdown
        label={label}
        align="start"
        items={[
          {
            key: 'rename',
            label: t('common.rename'),
            icon: <Pencil size={16} aria-hidden="true" />,
            needsServer: true,
            onSelect: () => setDialog('edit'),
          },
          {
            key: 'invite',
            label: t('scene.invite'),
            icon: <UserPlus size={16} aria-hidden="true" />,
            needsServer: true,
            onSelect: () => setDialog('invite'),
          },
          {
            key: 'delete',
            label: t('common.delete'),
            icon: <Trash2 size={16} aria-hidden="true" />,
            isDangerous: true,
            needsServer: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={label} icon={<ChevronDown size={16} aria-hidden="true" />} />
        )}
      />
      {dialog === 'invite' && (
        <LazyInvite entity={{ subject: 'projects', ...project }} onClose={() => setDialog(null)} />
      )}
      {(dialog === 'edit' || dialog === 'delete') && (
        <LazyProjectDialog type={dialog} project={project} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
