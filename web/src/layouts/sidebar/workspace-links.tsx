import { Layers, LibraryBig, Trash2, Users } from 'lucide-react';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { CommentsLink } from './comments-link.tsx';
import { NavItem } from './nav-item.tsx';
import classes from './sidebar.module.css';
import { useSceneDrop } from './use-scene-drop.ts';

/** Pages of the workspace. Scenes dropped on "all scenes" leave their project. */
export function WorkspaceLinks() {
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
