import { Modal } from '../../components/modal/modal.tsx';
import { ACTION_GROUPS, labelOf } from '../actions/action.ts';
import { actions } from '../actions/index.ts';
import { isMac } from '../hooks/platform.ts';
import { useWords } from '../hooks/use-words.ts';
import { chordLabel } from '../kernels/chords.ts';
import classes from './overlays.module.css';

const MOUSE = ['select', 'toggle', 'orbit', 'pan', 'zoom', 'focus'] as const;

/** Every shortcut, made from the list of actions. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const mac = isMac();
  const withKeys = actions.filter(({ keys }) => keys.length > 0);
  return (
    <Modal title={t('help.title')} size="large" onClose={onClose}>
      <div className={classes.help}>
        <section>
          <h3>{t('help.mouse')}</h3>
          <dl>
            {MOUSE.map((id) => (
              <div key={id} className={classes.helpRow}>
                <dt>{t(`help.mouse.${id}`)}</dt>
                <dd>{t(`help.mouse.${id}.keys`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        {ACTION_GROUPS.filter((group) => withKeys.some((action) => action.group === group)).map((group) => (
          <section key={group}>
            <h3>{t(`group.${group}`)}</h3>
            <dl>
              {withKeys
                .filter((action) => action.group === group)
                .map((action) => (
                  <div key={action.id} className={classes.helpRow}>
                    <dt>{labelOf(action, words)}</dt>
                    <dd>
                      {action.keys.map((chord) => (
                        <kbd key={chord} className={classes.key}>
                          {chordLabel(chord, mac)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
