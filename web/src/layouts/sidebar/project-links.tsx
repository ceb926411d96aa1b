import { Folder, Plus } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useProjects } from '../../hooks/use-projects.ts';
import { CreateProjectDialog } from '../../screens/project/create-project-dialog.tsx';
import classes from './sidebar.module.css';

/** The projects of the workspace, and a way to make one. */
export function ProjectLinks() {
  const t = useT();
  const path = usePath();
  const { projects } = useProjects();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className={classes.section}>
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
          <li key={project.uuid}>
            <NavLink to={path(`project/${project.uuid}`)} className={classes.link}>
              <Folder size={16} aria-hidden="true" />
              <span className={classes.name}>{project.name}</span>
              <span className={classes.count} aria-hidden="true">
                {project.compositionsNumber}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </div>
  );
}
