// 🎉
export const 값 = 1;
	const step = () => {	/* é */ "use step";
	};
export async function ok() { 'use stepp'; return [값, step]; } /* 🎉 */ export async function* flow() { 'use workflow'; }
