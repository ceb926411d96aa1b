import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { useState } from 'react';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { type MemberItem, memberNameOf } from '../invite/member-item.ts';
import { useMemberChanges } from '../invite/use-member-changes.ts';
import { MemberRow } from './member-row.tsx';
import classes from './people.module.css';

/** The owner, then all members; managers of the workspace can select several. */
export function MemberList({
  members,
  total,
  owner,
  workspace,
  onChange,
}: {
  members: readonly MemberItem[];
  /** Number of members, including those that have not loaded. */
  total: number;
  /** Undefined during a search. */
  owner: UserRef | undefined;
  workspace: AccountRef;
  onChange: () => void;
}) {
  const { t } = useTranslations('people');
  const user = useUser();
  const toast = useToast();
  const changes = useMemberChanges(onChange);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<readonly MemberItem[] | null>(null);
  const isManager = workspace.role !== 'guest';
  // Removed members are no longer selected.
  const picked = members.filter(({ uuid }) => chosen.includes(uuid));

  const remove = async (gone: readonly MemberItem[]) => {
    setAsking(null);
    if (await changes.remove(gone)) {
      setChosen([]);
      const [first] = gone;
      const name = first ? memberNameOf(first) : '';
      toast({
        kind: 'success',
        text:
          gone.length === 1 ? t('people.removed', { name }) : t('people.removedMany', { count: gone.length }),
      });
    }
  };
  return (
    <>
      {isManager && members.length > 0 && (
        <div className="flex min-h-8 items-center gap-3 text-(--text-3) text-13">
          <Checkbox
            isLabelHidden
            label={t('people.selectAll')}
            checked={picked.length === members.length}
            ref={(box) => {
              if (box) {
                box.indeterminate = picked.length > 0 && picked.length < members.length;
              }
            }}
            onChange={(event) => setChosen(event.target.checked ? members.map(({ uuid }) => uuid) : [])}
          />
          <span className="tabular-nums" aria-live="polite">
            {picked.length > 0
              ? t('people.selected', { count: picked.length })
              : t('people.count', { count: total + (owner ? 1 : 0) })}
          </span>
          {picked.length > 0 && (
            <NetworkButton
              size="small"
              variant="danger"
              isLoading={changes.isBusy}
              onClick={() => setAsking(picked)}
            >
              {t('people.remove.short')}
            </NetworkButton>
          )}
        </div>
      )}
      <ul className={primitives.stack} aria-label={t('people.list')}>
        {owner && (
          <li className={classes.row}>
            {isManager && members.length > 0 && <span className="w-[18px] shrink-0" />}
            <Avatar person={owner} size={32} />
            <span className={classes.who}>
              <span className="truncate">
                {owner.name}{' '}
                {owner.uuid === user?.uuid && <span className="text-(--text-3)">({t('people.you')})</span>}
              </span>
              <span className={classes.email}>{t('shared.all')}</span>
            </span>
            <Badge>{t('role.owner')}</Badge>
          </li>
        )}
        {members.map((member) => (
          <MemberRow
            key={member.uuid}
            member={member}
            workspace={workspace}
            changes={changes}
            isChosen={chosen.includes(member.uuid)}
            onChoose={(isChosen) =>
              setChosen(isChosen ? [...chosen, member.uuid] : chosen.filter((uuid) => uuid !== member.uuid))
            }
            onRemove={() => setAsking([member])}
          />
        ))}
      </ul>
      {asking && (
        <Confirm
          isDangerous
          title={
            asking.length === 1
              ? t('people.remove.title', { name: asking[0] ? memberNameOf(asking[0]) : '' })
              : t('people.removeMany.title', { count: asking.length })
          }
          text={t('people.remove.text')}
          confirmLabel={t('people.remove.short')}
          onConfirm={() => {
            remove(asking);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
