import { Activity, ChevronsUpDown, CircleUser, Gift, Globe, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { classNames } from '../../components/class-names.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useLanguageItems } from '../language-menu.tsx';
import classes from './sidebar.module.css';

const ICON = { size: 16, 'aria-hidden': true } as const;

const LazyReferral = lazyPart(
  async () => (await import('../../screens/referral/referral-dialog.tsx')).ReferralDialog,
);

/** Menu of the user: invitations, language, signing out. */
export function UserMenu() {
  const t = useT();
  const user = useUser();
  const [isInviting, setIsInviting] = useState(false);
  const { unsent, signOut, leave, stay } = useSignOut();
  const items = useUserMenuItems({ onInvite: () => setIsInviting(true), onSignOut: signOut });
  if (user === null) {
    return null;
  }
  return (
    <>
      <Dropdown
        label={t('nav.userMenu')}
        side="top"
        align="start"
        className="relative flex w-full"
        items={items}
        trigger={(props) => (
          <button {...props} type="button" className={classNames(classes.link, classes.userButton)}>
            <Avatar person={user} size={24} />
            <span className={primitives.ellipsis}>{user.name}</span>
            <ChevronsUpDown
              size={16}
              aria-hidden="true"
              className="ml-auto text-(--text-3) text-12 font-regular"
            />
          </button>
        )}
      />
      {unsent > 0 && (
        <Confirm
          title={t('nav.signOut.title')}
          text={t('nav.signOut.text', { count: unsent })}
          confirmLabel={t('nav.signOut')}
          isLocal
          onConfirm={leave}
          onClose={stay}
        />
      )}
      {isInviting && <LazyReferral onClose={() => setIsInviting(false)} />}
    </>
  );
}

function useUserMenuItems({
  onInvite,
  onSignOut,
}: {
  onInvite: () => void;
  onSignOut: () => void;
}): MenuItem[] {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const user = useUser();
  const languages = useLanguageItems();
  const operators: MenuItem = {
    key: 'operators',
    label: t('nav.operators'),
    icon: <Activity {...ICON} />,
    onSelect: () => navigate(path('operators')),
  };
  return [
    {
      key: 'account',
      label: t('nav.account'),
      icon: <CircleUser {...ICON} />,
      onSelect: () => navigate(path('profile')),
    },
    { key: 'invite', label: t('nav.invite'), icon: <Gift {...ICON} />, onSelect: onInvite },
    {
      kind: 'submenu',
      key: 'language',
      label: t('language.label'),
      icon: <Globe {...ICON} />,
      items: languages,
    },
    ...(user?.isOperator || user?.isUnconfirmedOperator ? [operators] : []),
    { kind: 'separator', key: 'line' },
    { key: 'out', label: t('nav.signOut'), icon: <LogOut {...ICON} />, onSelect: onSignOut },
  ];
}

/** Signs out. With unsent changes it needs a confirmation, as they would be lost. */
function useSignOut() {
  const { session } = useApi();
  const path = usePath();
  const navigate = useNavigate();
  const user = useUser();
  const [unsent, setUnsent] = useState(0);
  const leave = () => {
    session.signOut({ discardsUnsent: true });
    // Not the guard's redirect, as the next user must not return to this page.
    navigate(path('login'), { replace: true });
  };
  return {
    /** Number of changes to confirm the loss of. */
    unsent,
    signOut: () => {
      const count = user === null ? 0 : session.copies.countUnsent(user.uuid);
      if (count > 0) {
        setUnsent(count);
      } else {
        leave();
      }
    },
    leave,
    stay: () => setUnsent(0),
  };
}
