import { Modal } from '../../components/modal/modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { ACTION_GROUPS, labelOf } from '../actions/action.ts';
import { actions } from '../actions/index.ts';
import { isMac } from '../hooks/platform.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { viewGestureName } from '../hooks/view-gesture-name.ts';
import { chordLabel } from '../kernels/chords.ts';
import { gesturesOf, VIEW_MOVES } from '../kernels/gestures.ts';
import type { ToolDef } from '../tools/define-tool.ts';
import { toolDefs } from '../tools/index.ts';
import classes from './dialogs.module.css';

const SELECTING = ['one', 'add', 'toggle', 'several', 'inside'] as const;

/** All pointer and keyboard controls, generated from the editor's own lists. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslations('help');
  return (
    <Modal title={t('help.title')} size="large" onClose={onClose}>
      <div className={classes.help}>
        <ViewHelp />
        <section>
          <h3>{t('help.select')}</h3>
          <dl>
            {SELECTING.map((id) => (
              <div key={id} className={classes.helpRow}>
                <dt>{t(`help.select.${id}`)}</dt>
                <dd>{t(`help.select.${id}.keys`, { key: isMac() ? '⌘' : 'Ctrl' })}</dd>
              </div>
            ))}
          </dl>
        </section>
        <ToolHelp />
        <KeyHelp />
      </div>
    </Modal>
  );
}

/** View controls for the detected input device, with a choice to correct the detection. */
function ViewHelp() {
  const { preferences, wheelDevice } = useEditor();
  const { t } = useEditorTranslations();
  const { t: help } = useTranslations('help');
  const { wheel } = useSignalValue(preferences.values);
  const guessed = useSignalValue(wheelDevice);
  const device = wheel ?? guessed;
  return (
    <section>
      <h3>{help('help.view')}</h3>
      <dl>
        {VIEW_MOVES.map((move) => (
          <div key={move} className={classes.helpRow}>
            <dt>{t(`view.${move}`)}</dt>
            <dd className={classes.helpWays}>
              {gesturesOf(move, device).map((way) => (
                <span key={way}>{viewGestureName(t, way, isMac())}</span>
              ))}
            </dd>
          </div>
        ))}
        {(['fly', 'sky'] as const).map((what) => (
          <div key={what} className={classes.helpRow}>
            <dt>{t(`view.${what}`)}</dt>
            <dd className={classes.helpWays}>
              <span>{t(`way.${what}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.helpRow}>
        <span>{help('help.wheel')}</span>
        <Select
          label={help('help.wheel')}
          size="small"
          value={wheel ?? 'guess'}
          options={[
            { value: 'guess', label: help(`help.wheel.guess.${guessed}`) },
            { value: 'mouse', label: help('help.wheel.mouse') },
            { value: 'trackpad', label: help('help.wheel.trackpad') },
          ]}
          onChange={(next) => preferences.change({ wheel: next === 'guess' ? null : next })}
        />
      </div>
    </section>
  );
}

/** Pointer and keyboard controls of tools whose hint line is not enough. */
function ToolHelp() {
  const { t } = useEditorTranslations();
  const { t: help } = useTranslations('help');
  return toolDefs.map((tool: ToolDef) =>
    tool.help ? (
      <section key={tool.id}>
        <h3>{t(tool.label as 'tool.select')}</h3>
        <dl>
          {tool.help.map((key) => (
            <div key={key} className={classes.helpRow}>
              <dt>{help(key)}</dt>
              <dd>{help(`${key}.keys`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ) : null,
  );
}

function KeyHelp() {
  const translations = useEditorTranslations();
  const mac = isMac();
  const withKeys = actions.filter(({ keys }) => keys.length > 0);
  return ACTION_GROUPS.filter((group) => withKeys.some((action) => action.group === group)).map((group) => (
    <section key={group}>
      <h3>{translations.t(`group.${group}`)}</h3>
      <dl>
        {withKeys
          .filter((action) => action.group === group)
          .map((action) => (
            <div key={action.id} className={classes.helpRow}>
              <dt>{labelOf(action, translations)}</dt>
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
  ));
}
