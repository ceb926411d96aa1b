import { useTranslations } from '../../../hooks/use-translations.ts';
import { usePeople } from '../../hooks/use-people.ts';
import classes from './values.module.css';

/** Dots of other people who record into a row now. */
export function Recorders({ isIncluded, name }: { isIncluded: (row: string) => boolean; name: string }) {
  const { t } = useTranslations('options');
  return usePeople()
    .filter(({ recording }) => recording !== null && isIncluded(recording))
    .map(({ person }) => {
      const text = t('recording.other', { person: person.name, name });
      return (
        <span
          key={person.uuid}
          role="img"
          aria-label={text}
          title={text}
          className={classes.dot}
          style={{ color: person.avatarColor }}
        />
      );
    });
}
