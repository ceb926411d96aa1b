import { type ReactNode, useId } from 'react';
import primitives from '../../components/primitives.module.css';
import classes from './settings-section.module.css';

/** A section of a settings page: title and description on the left, fields and buttons on the right. */
export function SettingsSection({
  title,
  text,
  isDangerous = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  isDangerous?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id} data-danger={isDangerous || undefined}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text !== undefined && <p className="mt-1 text-(--text-2) text-13">{text}</p>}
      </div>
      <div className={primitives.stack4Shrink}>{children}</div>
    </section>
  );
}

/** A row of buttons below the fields. */
export function SectionActions({ children }: { children: ReactNode }) {
  return <div className={primitives.cluster}>{children}</div>;
}
