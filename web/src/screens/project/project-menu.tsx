import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { ProjectDialog } from './project-dialog.tsx';

/** Renames or deletes the project that is shown. */
export function ProjectMenu({ project }: { project: { uuid: string; name: string } }) {
  const t = useT();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const label = t('project.actions', { name: project.name });
  return (
    <>
      <Dropdown
        label={label}
        align="start"
        items={[
          {
            kind: 'action',
            key: 'rename',
            label: t('common.rename'),
            icon: <Pencil size={16} aria-hidden="true" />,
            onSelect: () => setDialog('edit'),
          },
          {
            kind: 'action',
            key: 'delete',
            label: t('common.delete'),
            icon: <Trash2 size={16} aria-hidden="true" />,
            isDangerous: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            tip="none"
            label={label}
            icon={<ChevronDown size={16} aria-hidden="true" />}
          />
        )}
      />
      {dialog && <ProjectDialog type={dialog} project={project} onClose={() => setDialog(null)} />}
    </>
  );
}
