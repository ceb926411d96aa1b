import { Folder, Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../../components/button/icon-button.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { type ProjectItem, useProjects, useSharedProjects } from '../../hooks/use-projects.ts';
import type { ProjectDialogProps } from '../../screens/project/project-dialog.tsx';
import classes from './sidebar.module.css';
import { useSceneDrop } from './use-scene-drop.ts';

const LazyProjectDialog = lazyComponent<ProjectDialogProps>(
  async () => (await import('../../screens/project/project-dialog.tsx')).ProjectDialog,
);

/** Projects of the workspace, which accept dropped scenes, and a button to create one. */
export function ProjectLinks() {
  const t = useT();
  const { projects } = useProjects();
  const isManager = useWorkspace()?.role !== 'guest';
  const [isCreating, setIsCreating] = useState(false);
  if (!isManager) {
    return null;
  }
  return (
    <div className={classes.section} data-tour="projects">
      <div className={classes.sectionHead}>
        <h2>{t('nav.projects')}</h2>
        <IconButton
          size="small"
          tip="end"
          label={t('nav.newProject')}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setIsCreating(true)}
        />
      </div>
      {projects === undefined && <Skeleton height="var(--control-default)" />}
      {projects?.length === 0 && <p className={classes.none}>{t('nav.noProjects')}</p>}
      <ul>
        {projects?.map((project) => (
          <OwnProjectLink key={project.uuid} project={project} />
        ))}
      </ul>
      {isCreating && (
        <LazyBoundary>
          <LazyProjectDialog type="create" onClose={() => setIsCreating(false)} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Projects shared with the user, regardless of the current workspace; hidden if there are none. */
export function SharedProjectLinks() {
  const t = useT();
  const projects = useSharedProjects();
  if (projects.length === 0) {
    return null;
  }
  return (
    <div className={classes.section}>
      <h2 className={classes.sectionHead}>{t('nav.sharedProjects')}</h2>
      <ul>
        {projects.map((project) => (
          <ProjectLink key={project.uuid} project={project} />
        ))}
      </ul>
    </div>
  );
}

function OwnProjectLink({ project }: { project: ProjectItem }) {
  const drop = useSceneDrop({ uuid: project.uuid, name: project.name ?? '' });
  return <ProjectLink project={project} {...drop} />;
}

function ProjectLink({ project, ...item }: { project: ProjectItem } & ComponentProps<'li'>) {
  const path = usePath();
  const name = project.name ?? '';
  return (
    <li {...item}>
      <NavLink to={path(`project/${project.uuid}`)} className={classes.link} title={name} draggable={false}>
        <Folder size={16} aria-hidden="true" />
        <span className={classes.name}>{name}</span>
        <span className={classes.count} aria-hidden="true">
          {project.compositionsNumber}
        </span>
      </NavLink>
    </li>
  );
}
