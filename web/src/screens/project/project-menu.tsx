import { ChevronDown, Pencil, Trash2, UserPlus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { useT } from '../../hooks/use-language.tsx';
import type { InviteDialog } from '../invite/invite-dialog.tsx';
import type { ProjectDialogProps } from './project-dialog.tsx';

const LazyInvite = lazyComponent<ComponentProps<typeof InviteDialog>>(
  async () => (await import('../invite/invite-dialog.tsx')).InviteDialog,
);

const LazyProjectDialog = lazyComponent<ProjectDialogProps>(
  async () => (await import('./project-dialog.tsx')).ProjectDialog,
);

/** Renames, shares or deletes the current project. */
export function ProjectMenu({ project }: { project: { uuid: string; name: string } }) {
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
            kind: 'action',
            key: 'rename',
            label: t('common.rename'),
            icon: <Pencil size={16} aria-hidden="true" />,
            needsServer: true,
            onSelect: () => setDialog('edit'),
          },
          {
            kind: 'action',
            key: 'invite',
            label: t('scene.invite'),
            icon: <UserPlus size={16} aria-hidden="true" />,
            needsServer: true,
            onSelect: () => setDialog('invite'),
          },
          {
            kind: 'action',
            key: 'delete',
            label: t('common.delete'),
            icon: <Trash2 size={16} aria-hidden="true" />,
            isDangerous: true,
            needsServer: true,
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
      {dialog === 'invite' && (
        <LazyBoundary>
          <LazyInvite entity={{ subject: 'projects', ...project }} onClose={() => setDialog(null)} />
        </LazyBoundary>
      )}
      {(dialog === 'edit' || dialog === 'delete') && (
        <LazyBoundary>
          <LazyProjectDialog type={dialog} project={project} onClose={() => setDialog(null)} />
        </LazyBoundary>
      )}
    </>
  );
}
