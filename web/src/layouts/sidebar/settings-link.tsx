import { Settings } from 'lucide-react';
import { NavLink } from 'react-router';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRequests } from '../../hooks/use-requests.ts';
import classes from './sidebar.module.css';

/** Link to members and settings, with the number of pending access requests. */
export function SettingsLink() {
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
