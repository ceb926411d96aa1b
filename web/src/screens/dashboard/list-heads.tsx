import { useT } from '../../hooks/use-language.tsx';
import classes from './scene-card.module.css';

const COLUMNS = ['name', 'project', 'owner', 'tags', 'state'] as const;

/** What the columns of a list of scenes hold; as wide as the lines below. */
export function ListHeads() {
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
