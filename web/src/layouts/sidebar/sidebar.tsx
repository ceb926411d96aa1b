import { CircleHelp, Layers, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../../components/button/icon-button.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { CommentsLink } from './comments-link.tsx';
import { PlanQuota } from './plan-quota.tsx';
import { ProjectLinks } from './project-links.tsx';
import { SettingsLink } from './settings-link.tsx';
import classes from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The workspace, its places, its plan and the person. `onClose` is there where the sidebar is a drawer. */
export function Sidebar({ onClose }: { onClose: (() => void) | null }) {
  const t = useT();
  const path = usePath();
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
            <OutsideLink page="help" className={classes.link}>
              <CircleHelp size={16} aria-hidden="true" />
              {t('nav.help')}
            </OutsideLink>
          </li>
        </ul>
        <div className={classes.section}>
          <h2 className={classes.sectionHead}>{t('nav.workspace')}</h2>
          <ul>
            <NavLine to={path('scenes/all')} icon={<Layers size={16} aria-hidden="true" />}>
              {t('nav.allScenes')}
            </NavLine>
            <NavLine to={path('scenes/shared')} icon={<Users size={16} aria-hidden="true" />}>
              {t('nav.sharedScenes')}
            </NavLine>
            <CommentsLink />
          </ul>
        </div>
        <ProjectLinks />
      </nav>
      <div className={classes.foot}>
        <PlanQuota />
        <UserMenu />
      </div>
    </>
  );
}

function NavLine({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} className={classes.link}>
        {icon}
        {children}
      </NavLink>
    </li>
  );
}
