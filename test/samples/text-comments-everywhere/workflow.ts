import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//one", undefined, one, undefined, 1); let step$2; registerWorkflow("workflow//./input//flow", flow); 

/* a */ async /* b */ function /* c */ one(...args) { return step$1(...args); }
const two = /* a */ /* @__PURE__ */ stepProxy("step//./input//two") /* i */;
const box = {
  /* a */ three: /* @__PURE__ */ stepProxy("step//./input//box/three") /* f */,
  /* g */ four /* h */ : /* i */ /* @__PURE__ */ stepProxy("step//./input//box/four"),
};
class Jobs {
  /* a */ static /* b */ async /* c */ five(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Jobs.five", undefined, this.five); } /* g */
}
export /* a */ async /* b */ function /* c */ flow /* d */ (/* e */) /* f */ {
  /* g */ 
  return [await one(1), await two(), await box.three(), await box.four(), await Jobs.five()];
}
