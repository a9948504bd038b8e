import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

const seen: string[] = [];
const Injectable = () => (target: Function) => void seen.push(target.name);
const Param = (name: string) => (_target: object, key: string | symbol | undefined) => void seen.push(`${String(key)} ${name}`);
/** The parameters of a step belong to the step: the workflow view has neither them nor their decorators. */

const Prop = (_target: object, key: string) => void seen.push(key);

export class Mailer {
  host = 'mail';
}

@Injectable()
export class Orders {
  @Prop size = 1;
  constructor(@Param('mailer') readonly mailer: Mailer) {}
  @Prop
  static async charge(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Orders.charge", undefined, this.charge, undefined, 1); }
}

export async function flow(order: string) {
  
  return [await Orders.charge(order), new Orders(new Mailer()).mailer.host, seen];
}
