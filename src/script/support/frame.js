// Evaluates a debugger's expression that was rewritten to mean a frame's variables. The last parameter
// makes the call a direct one whatever scripts made of the global of that name, so that what the text
// declares stays here.
(function ($haltscope_strict, $haltscope_r, $haltscope_w, $haltscope_e, $haltscope_m, $haltscope_t, eval) {
  if (!$haltscope_strict) return eval($haltscope_t);
  const $haltscope_run = () => {
    'use strict';
    return eval($haltscope_t);
  };
  return $haltscope_run();
})
