import { MessageSquare } from 'lucide-react';
import { NavLink } from 'react-router';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUnreadComments } from '../../hooks/use-unread-comments.ts';
import classes from './sidebar.module.css';

/** Largest number that the badge shows; the count stops one above it. */
const MAX_SHOWN = 99;

/** Link to the comments, with a badge of the number of unread threads. */
export function CommentsLink() {
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
