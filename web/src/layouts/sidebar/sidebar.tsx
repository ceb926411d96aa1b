import { CircleHelp, Layers, LibraryBig, MessageSquare, Settings, Trash2, Users, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import { useUnreadComments } from '../../hooks/use-unread-comments.ts';
import { PlanQuota } from './plan-quota.tsx';
import { ProjectLinks, SharedProjectLinks } from './project-links.tsx';
import classes from './sidebar.module.css';
import { useSceneDrop } from './use-scene-drop.ts';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** Largest number that the badge shows; the count stops one above it. */
const MAX_SHOWN = 99;

/** Sidebar with the workspace, its pages, its plan and the user. `onClose` is set where the sidebar is a drawer. */
export function Sidebar({ onClose }: { onClose: (() => void) | null }) {
  const t = useT();
  return (
    <>
      <div className={classes.head}>
        <WorkspaceSwitcher />
        {onClose && (
          <IconButton
            tip="none"
            label={t('nav.closeMenu')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
      </div>
      <nav className={classes.scroll} aria-label={t('nav.main')}>
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
      <div className={classes.foot}>
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
