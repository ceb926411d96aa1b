import type { Translation } from '../../catalogues.ts';
/** Spanish texts of the AR session. */
export const messages: Translation<'viewer/xr'> = {
  'find.floor': 'Apunta al suelo o a una mesa y muévete despacio.',
  'find.wall': 'Apunta a una pared y muévete despacio.',
  'found.floor': 'Toca para ponerla ahí.',
  'found.wall': 'Toca para colgarla ahí.',
  'placed.free': 'Arrastra para moverla. Con dos dedos se gira y cambia de tamaño.',
  'placed.trueSize': 'Arrastra para moverla, gírala con dos dedos. Tiene su tamaño real.',
  'placed.wall': 'Arrastra para moverla. Tiene su tamaño real.',
  turn: 'Girar',
  smaller: 'Más pequeña',
  larger: 'Más grande',
  trueSize: 'Volver a su tamaño real',
  again: 'Colocar de nuevo',
  leave: 'Salir',
};
