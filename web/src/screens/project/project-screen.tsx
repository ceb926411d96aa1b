import { Folder } from 'lucide-react';
import { useParams } from 'react-router';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useProjects } from '../../hooks/use-projects.ts';
import { Dashboard } from '../dashboard/dashboard.tsx';

/** The scenes of one project. */
export function ProjectScreen() {
  const t = useT();
  const { uuid = '' } = useParams();
  const { projects } = useProjects();
  const project = projects?.find((one) => one.uuid === uuid);
  if (projects !== undefined && project === undefined) {
    return (
      <EmptyState
        heading="h1"
        picture={<Folder size={48} strokeWidth={1} aria-hidden="true" />}
        title={t('notFound.title')}
        text={t('project.notFound')}
      />
    );
  }
  return (
    <Dashboard
      key={uuid}
      title={project?.name ?? t('nav.projects')}
      filter={{ 'project.uuid': uuid }}
      newScene={{ project: uuid }}
      empty={{
        title: t('dashboard.empty.project.title'),
        text: t('dashboard.empty.project.text'),
        picture: <Folder size={48} strokeWidth={1} aria-hidden="true" />,
      }}
    />
  );
}
