import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import {
  ChevronsUpDown,
  CircleHelp,
  Folder,
  Layers,
  LibraryBig,
  MessageSquare,
  Plus,
  Settings,
  Trash2,
  Users,
  X,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { WorkspaceLogo } from '../../components/avatar/avatar.tsx';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { classNames } from '../../components/class-names.ts';
import { ExternalLink } from '../../components/external-link.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import primitives from '../../components/primitives.module.css';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { type ProjectItem, useProjects, useSharedProjects } from '../../hooks/use-projects.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import { useUnreadComments } from '../../hooks/use-unread-comments.ts';
import { useUser } from '../../hooks/use-user.ts';
import { PlanQuota } from './plan-quota.tsx';
import classes from './sidebar.module.css';
import { useSceneDrop } from './use-scene-drop.ts';
import { UserMenu } from './user-menu.tsx';

const LazyProjectDialog = lazyPart(
  async () => (await import('../../screens/project/project-dialog.tsx')).ProjectDialog,
);

const LazyCreateWorkspace = lazyPart(
  async () => (await import('./create-workspace-dialog.tsx')).CreateWorkspaceDialog,
);

/** Largest number that the badge shows; the count stops one above it. */
const MAX_SHOWN = 99;

/** Sidebar with the workspace, its pages, its plan and the user. `onClose` is set where the sidebar is a drawer. */
export function Sidebar({ onClose }: { onClose: (() => void) | null }) {
  const t = useT();
  return (
    <>
      <div className="flex h-(--header-height) shrink-0 items-center gap-2 px-2 py-0">
        <WorkspaceSwitcher />
        {onClose && (
          <IconButton
            label={t('nav.closeMenu')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
      </div>
      <nav className="overflow-auto min-h-0 flex-1 px-2 pt-0 pb-4" aria-label={t('nav.main')}>
        <ul className={classes.section}>
          <li>
            <SettingsLink />
          </li>
          <li>
            <ExternalLink page="help" className={classes.link}>
              <CircleHelp size={16} aria-hidden="true" />
              {t('nav.help')}
            </ExternalLink>
          </li>
        </ul>
        <WorkspaceLinks />
        <ProjectLinks />
        <SharedProjectLinks />
      </nav>
      <PlanQuota />
      <div className="shrink-0 px-2 pt-0 pb-3">
        <UserMenu />
      </div>
    </>
  );
}

/** Link to members and settings, with the number of pending access requests. */
function SettingsLink() {
  const t = useT();
  const path = usePath();
  const workspace = useWorkspace();
  const { requests } = useRequests(workspace === null || workspace.role === 'guest' ? null : workspace.uuid);
  const count = requests.length;
  return (
    <NavLink
      to={path('people-and-settings')}
      className={classes.link}
      aria-label={count > 0 ? `${t('nav.settings')}, ${t('nav.requests', { count })}` : undefined}
    >
      <Settings size={16} aria-hidden="true" />
      {t('nav.settings')}
      {count > 0 && <span className={classes.fresh}>{count}</span>}
    </NavLink>
  );
}

/** Pages of the workspace. Scenes dropped on "all scenes" leave their project. */
function WorkspaceLinks() {
  const t = useT();
  const path = usePath();
  const isManager = useWorkspace()?.role !== 'guest';
  const drop = useSceneDrop(null);
  return (
    <div className={classes.section}>
      <h2 className={classes.sectionHead}>{t('nav.workspace')}</h2>
      <ul>
        <NavItem {...drop} to={path('scenes/all')} icon={<Layers size={16} aria-hidden="true" />}>
          {t('nav.allScenes')}
        </NavItem>
        <NavItem to={path('scenes/shared')} icon={<Users size={16} aria-hidden="true" />}>
          {t('nav.sharedScenes')}
        </NavItem>
        <CommentsLink />
        <NavItem to={path('library')} icon={<LibraryBig size={16} aria-hidden="true" />}>
          {t('nav.library')}
        </NavItem>
        {isManager && (
          <NavItem to={path('trash')} icon={<Trash2 size={16} aria-hidden="true" />}>
            {t('nav.trash')}
          </NavItem>
        )}
      </ul>
    </div>
  );
}

/** A link of the sidebar; extra props go to its list item. */
function NavItem({
  to,
  icon,
  children,
  ...props
}: Omit<ComponentProps<'li'>, 'children'> & { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li {...props}>
      <NavLink to={to} className={classes.link} draggable={false}>
        {icon}
        {children}
      </NavLink>
    </li>
  );
}

/** Link to the comments, with a badge of the number of unread threads. */
function CommentsLink() {
  const t = useT();
  const path = usePath();
  const { count = 0 } = useUnreadComments();
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : count;
  return (
    <li>
      <NavLink
        to={path('comments')}
        className={classes.link}
        aria-label={
          count > 0 ? `${t('nav.comments')}, ${t('nav.comments.unread', { count, shown })}` : undefined
        }
      >
        <MessageSquare size={16} aria-hidden="true" />
        {t('nav.comments')}
        {count > 0 && <span className={classes.fresh}>{shown}</span>}
      </NavLink>
    </li>
  );
}

/** The current workspace; a press shows the others and a button to create one. */
function WorkspaceSwitcher() {
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
      key: account.uuid,
      label: account.name,
      note: subtitle(account),
      picture: <WorkspaceLogo workspace={account} size={20} />,
      isChecked: account.uuid === workspace.uuid,
      onSelect: () => choose(account.uuid),
    })),
    { kind: 'separator', key: 'line' },
    {
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
        className="relative flex min-w-0 flex-1"
        items={items}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            className={classNames(classes.link, classes.switcherButton)}
            aria-label={t('switcher.label', { name: workspace.name })}
          >
            <WorkspaceLogo workspace={workspace} size={24} />
            <span className={primitives.ellipsis}>{workspace.name}</span>
            <ChevronsUpDown
              size={16}
              aria-hidden="true"
              className="ml-auto text-(--text-3) text-12 font-regular"
            />
          </button>
        )}
      />
      {isCreating && <LazyCreateWorkspace onClose={() => setIsCreating(false)} />}
    </>
  );
}

/** Projects of the workspace, which accept dropped scenes, and a button to create one. */
function ProjectLinks() {
  const t = useT();
  const { projects, error, mutate } = useProjects();
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
          label={t('nav.newProject')}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setIsCreating(true)}
        />
      </div>
      {projects === undefined && error === undefined && <Skeleton height="var(--control-default)" />}
      {projects === undefined && error !== undefined && (
        <p className="px-2 py-1 text-(--text-3) text-12" role="alert">
          {t('problem.load.title')}{' '}
          <Button variant="ghost" size="small" onClick={() => mutate()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {projects?.length === 0 && <p className="px-2 py-1 text-(--text-3) text-12">{t('nav.noProjects')}</p>}
      <ul>
        {projects?.map((project) => (
          <OwnProjectLink key={project.uuid} project={project} />
        ))}
      </ul>
      {isCreating && <LazyProjectDialog type="create" onClose={() => setIsCreating(false)} />}
    </div>
  );
}

/** Projects shared with the user, regardless of the current workspace; hidden if there are none. */
function SharedProjectLinks() {
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
        <span className={primitives.ellipsis}>{name}</span>
        <span className="ml-auto text-(--text-3) text-12 font-regular" aria-hidden="true">
          {project.compositionsNumber}
        </span>
      </NavLink>
    </li>
  );
}
