import { X } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import primitives from '../../components/primitives.module.css';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsTouch } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './presence.module.css';

/** Frame around the view while following a user, in the user's colour, with name and stop button. */
export function FollowFrame() {
  const { following } = useEditor();
  const { t } = useEditorTranslations();
  const isTouch = useIsTouch();
  const person = useSignalValue(following.followed);
  return (
    <div className={classes.follow} style={{ borderColor: person?.avatarColor }} data-shown={person !== null}>
      <div className={classes.followed} data-shown={person !== null}>
        <p role="status">
          {person && t('presence.following', { name: person.name })}
          {person && !isTouch && <span className={primitives.secondary}>{` · ${t('presence.escape')}`}</span>}
        </p>
        {person && (
          <IconButton
            size="small"
            label={t('presence.stop')}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => following.stop()}
          />
        )}
      </div>
    </div>
  );
}
