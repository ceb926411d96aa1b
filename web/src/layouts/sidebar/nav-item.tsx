import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './sidebar.module.css';

/** A link of the sidebar; extra props go to its list item. */
export function NavItem({
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
