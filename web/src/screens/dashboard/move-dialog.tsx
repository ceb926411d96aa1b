import { Folder, Layers, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { FormDialog } from '../../components/modal/form-dialog.tsx';
import primitives from '../../components/primitives.module.css';
import hiddenClasses from '../../components/visually-hidden.module.css';
import { useT } from '../../hooks/use-language.tsx';
import { useProjects } from '../../hooks/use-projects.ts';
import { ProjectDialog } from '../project/project-dialog.tsx';
import classes from './dialogs.module.css';
import { useOrganise } from './organise/organise-context.tsx';
import type { SceneItem } from './scene-item.ts';

/**
 * Moves scenes into a project, or out of their projects: the counterpart of dragging for keyboard and small screens.
 */
export function MoveDialog({ scenes, onClose }: { scenes: readonly SceneItem[]; onClose: () => void }) {
  const t = useT();
  const { actions } = useOrganise();
  const { projects = [] } = useProjects();
  const [isCreating, setIsCreating] = useState(false);
  const [chosen, setChosen] = useState<string>(commonProject(scenes));
  const move = (project: { uuid: string; name: string } | null) => {
    actions.move(scenes, project);
    onClose();
  };
  if (isCreating) {
    return <ProjectDialog type="create" onCreated={move} onClose={() => setIsCreating(false)} />;
  }
  const handleSubmit = () => {
    const project = projects.find(({ uuid }) => uuid === chosen);
    move(project ? { uuid: project.uuid, name: project.name ?? '' } : null);
  };
  const option = (value: string, icon: ReactNode, label: string) => (
    <label key={value} className={classes.option}>
      <input
        type="radio"
        name="project"
        value={value}
        checked={chosen === value}
        onChange={() => setChosen(value)}
      />
      {icon}
      <span className={primitives.ellipsis}>{label}</span>
    </label>
  );
  return (
    <FormDialog
      size="small"
      title={t('move.title', { count: scenes.length })}
      text={t('move.text')}
      submit={{ label: t('organise.move') }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <fieldset className={classes.options}>
        <legend className={hiddenClasses.hidden}>{t('nav.projects')}</legend>
        {option(NONE, <Layers size={16} aria-hidden="true" />, t('move.none'))}
        {projects.map(({ uuid, name }) => option(uuid, <Folder size={16} aria-hidden="true" />, name ?? ''))}
      </fieldset>
      <Button
        variant="ghost"
        icon={<Plus size={16} aria-hidden="true" />}
        className={classes.start}
        onClick={() => setIsCreating(true)}
      >
        {t('nav.newProject')}
      </Button>
    </FormDialog>
  );
}

/** Value for no project. */
const NONE = '';

/** Common project of the scenes, else none. */
function commonProject(scenes: readonly SceneItem[]): string {
  const [first] = scenes;
  const isCommon = scenes.every(({ project }) => project === first?.project);
  return (isCommon && first?.project?.slice(first.project.lastIndexOf('/') + 1)) || NONE;
}
