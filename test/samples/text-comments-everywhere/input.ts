import { EOL } from 'node:os';

/* a */ async /* b */ function /* c */ one /* d */ (/* e */ n /* f */ : number /* g */) /* h */ : Promise<number> /* i */ {
  // before
  'use step' // after
  ; /* k */ return n + EOL.length;
}
const two = /* a */ async /* b */ (/* c */) /* d */ => /* e */ {
  /* f */ "use step" /* g */; /* h */
  return EOL.length;
} /* i */;
const box = {
  /* a */ async /* b */ three /* c */ (/* d */) /* e */ {
    'use step';
    return EOL.length;
  } /* f */,
  /* g */ four /* h */ : /* i */ async () => {
    'use step';
    return EOL.length;
  },
};
class Jobs {
  /* a */ static /* b */ async /* c */ five /* d */ (/* e */) /* f */ {
    'use step';
    return EOL.length;
  } /* g */
}
export /* a */ async /* b */ function /* c */ flow /* d */ (/* e */) /* f */ {
  /* g */ 'use workflow' /* h */;
  return [await one(1), await two(), await box.three(), await box.four(), await Jobs.five()];
}
