import type { Action } from '../../actions/action.ts';
import {
  addFloors,
  closeStairs,
  cutStairs,
  detachFloors,
  selectedFloors,
  uncutStairs,
} from './model/floors.ts';
import { roomsWithout } from './model/rooms.ts';

/** Floors and ceilings of closed rooms, and the openings in them. */
export const floorActions: readonly Action[] = [
  {
    id: 'addFloor',
    label: 'action.addFloor',
    group: 'add',
    icon: 'panel-bottom',
    keys: [],
    isEdit: true,
    predicate: (editor) => roomsWithout(editor, 'floor').length > 0,
    reason: 'reason.room',
    perform: ({ editor }) => addFloors(editor, 'floor'),
  },
  {
    id: 'addCeiling',
    label: 'action.addCeiling',
    group: 'add',
    icon: 'panel-top',
    keys: [],
    isEdit: true,
    predicate: (editor) => roomsWithout(editor, 'ceiling').length > 0,
    reason: 'reason.room',
    perform: ({ editor }) => addFloors(editor, 'ceiling'),
  },
  {
    id: 'cutStairs',
    label: 'action.cutStairs',
    group: 'edit',
    icon: 'scissors',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedFloors(editor).some(([, floor]) => uncutStairs(editor, floor).length > 0),
    reason: 'reason.stairs',
    perform: ({ editor }) => cutStairs(editor),
  },
  {
    id: 'closeStairs',
    label: 'action.closeStairs',
    group: 'edit',
    icon: 'square',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedFloors(editor).some(([, { props }]) => props.stairs.length > 0),
    reason: 'reason.opened',
    perform: ({ editor }) => closeStairs(editor),
  },
  {
    id: 'detachFloor',
    label: 'action.detachFloor',
    group: 'edit',
    icon: 'scan',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedFloors(editor).some(([, { props }]) => props.walls.length > 0),
    reason: 'reason.bound',
    perform: ({ editor }) => detachFloors(editor),
  },
];
