import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//one", one); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/* a */ async /* b */ function /* c */ one /* d */ (/* e */ n /* f */ : number /* g */) /* h */ : Promise<number> /* i */ {
  // before
   /* k */ return n + EOL.length;
}
const two = /* a */ registerStep("step//./input//two", { two: async /* b */ (/* c */) /* d */ => /* e */ {
  /* f */  /* h */
  return EOL.length;
} }.two) /* i */;
const box = {
  /* a */ three: registerStep("step//./input//box/three", { async /* b */ three /* c */ (/* d */) /* e */ {
    
    return EOL.length;
  } }.three) /* f */,
  /* g */ four /* h */ : /* i */ registerStep("step//./input//box/four", { four: async () => {
    
    return EOL.length;
  } }.four),
};
class Jobs {
  /* a */ static /* b */ async /* c */ five /* d */ (/* e */) /* f */ {
    
    return EOL.length;
  } static { registerStep("step//./input//Jobs.five", this.five); } /* g */
}
export /* a */ async /* b */ function /* c */ flow() { return calledDirectly("workflow//./input//flow"); }
