import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { WorkspaceLogo } from '../../components/avatar/workspace-logo.tsx';
import { classNames } from '../../components/class-names.ts';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUser } from '../../hooks/use-user.ts';
import classes from './sidebar.module.css';

const LazyCreateWorkspace = lazyComponent<{ onClose: () => void }>(
  async () => (await import('./create-workspace-dialog.tsx')).CreateWorkspaceDialog,
);

/** The current workspace; a press shows the others and a button to create one. */
export function WorkspaceSwitcher() {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const { workspaces } = useApi();
  const user = useUser();
  const workspace = useWorkspace();
  const [isCreating, setIsCreating] = useState(false);
  if (user === null || workspace === null) {
    return null;
  }
  const choose = (uuid: string) => {
    if (uuid !== workspace.uuid) {
      workspaces.choose(user.uuid, uuid);
      // The open page belongs to the previous workspace.
      navigate(path('home'));
    }
  };
  const subtitle = ({ role, isActive }: AccountRef) =>
    isActive ? t(`switcher.role.${role}`) : t('switcher.suspended');
  const items: MenuItem[] = [
    ...user.accounts.map((account) => ({
      kind: 'action' as const,
      key: account.uuid,
      label: account.name,
      note: subtitle(account),
      picture: <WorkspaceLogo workspace={account} size={20} />,
      isChecked: account.uuid === workspace.uuid,
      onSelect: () => choose(account.uuid),
    })),
    { kind: 'separator', key: 'line' },
    {
      kind: 'action',
      key: 'new',
      label: t('switcher.new'),
      icon: <Plus size={16} aria-hidden="true" />,
      needsServer: true,
      onSelect: () => setIsCreating(true),
    },
  ];
  return (
    <>
      <Dropdown
        label={t('switcher.menu')}
        align="start"
        className={classes.switcher}
        items={items}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            className={classNames(classes.link, classes.switcherButton)}
            aria-label={t('switcher.label', { name: workspace.name })}
          >
            <WorkspaceLogo workspace={workspace} size={24} />
            <span className={classes.name}>{workspace.name}</span>
            <ChevronsUpDown size={16} aria-hidden="true" className={classes.count} />
          </button>
        )}
      />
      {isCreating && (
        <LazyBoundary>
          <LazyCreateWorkspace onClose={() => setIsCreating(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
