/** Codes of makers whose position 10 tells something other than the model year, unless the car was made for North America. */
export const YEAR_ELSEWHERE = new Set(
  [
    'WDB WDC WDD WDF W1K W1N W1T W1V WMX VSA ADB WME W1A TCC',
    'WBA WBS WBW WBX WBY WB5 WAP WMW WMZ X4X ABM',
    'VF1 VF2 VF6 VF8 VMK VN1 VNV VS5 VYS X7L UU1',
    'VF3 VR3 VS8 VF7 VR7 VS7 VR1 VL4 VXE VXF VXK VYC VYF',
    'ZFA ZFB ZFC ZAR ZAS ZAA ZLA ZAM SUF',
    'WF0 SFA VS6 6FP 6F1',
    'JMB JMZ JMA JSA JN1 JTE JTM SB1 VNK NMT MR0',
  ].flatMap((codes) => codes.split(' ')),
);
