import { MessageSquare } from 'lucide-react';
import { NavLink } from 'react-router';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUnreadComments } from '../../hooks/use-unread-comments.ts';
import classes from './sidebar.module.css';

/** Leads to what was said, and says how much of it is new. */
export function CommentsLink() {
  const t = useT();
  const path = usePath();
  const { count = 0 } = useUnreadComments();
  return (
    <li>
      <NavLink
        to={path('comments')}
        className={classes.link}
        aria-label={count > 0 ? `${t('nav.comments')}, ${t('nav.comments.unread', { count })}` : undefined}
      >
        <MessageSquare size={16} aria-hidden="true" />
        {t('nav.comments')}
        {count > 0 && <span className={classes.fresh}>{count}</span>}
      </NavLink>
    </li>
  );
}
