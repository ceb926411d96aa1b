import { useT } from '../../hooks/use-language.tsx';
import classes from './scene-card.module.css';

const COLUMNS = ['name', 'project', 'owner', 'tags', 'state'] as const;

/** Column heads of a scene list, aligned with its rows. */
export function ListHeader() {
  const t = useT();
  return (
    <div className={classes.heads}>
      <div className={classes.text}>
        {COLUMNS.map((column) => (
          <span key={column} data-column={column}>
            {t(`list.${column}`)}
          </span>
        ))}
      </div>
    </div>
  );
}
