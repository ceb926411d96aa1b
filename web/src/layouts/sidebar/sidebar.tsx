import { CircleHelp, X } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { PlanQuota } from './plan-quota.tsx';
import { ProjectLinks, SharedProjectLinks } from './project-links.tsx';
import { SettingsLink } from './settings-link.tsx';
import classes from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceLinks } from './workspace-links.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

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
