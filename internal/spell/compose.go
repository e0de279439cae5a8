package spell

// Compose replaces letters and the combining marks behind them by letters that have the marks.
func Compose(s string) string {
	var out []rune
	for _, c := range s {
		pairs := []rune(composed[c])
		i := 0
		for i < len(pairs) && (len(out) == 0 || pairs[i] != out[len(out)-1]) {
			i += 2
		}
		if i < len(pairs) {
			out[len(out)-1] = pairs[i+1]
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

// composed has for a combining mark pairs of a letter and the letter with the mark: those of European
// languages and of Vietnamese, as Unicode's form NFC composes them.
var composed = map[rune]string{
	'\u0300': "AÀEÈIÌOÒUÙaàeèiìoòuùЕЀИЍеѐиѝÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ",
	'\u0301': "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώ" +
		"ГЃКЌгѓкќÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ",
	'\u0302': "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷẠẬạậẸỆẹệỌỘọộ",
	'\u0303': "AÃNÑOÕaãnñoõIĨiĩUŨuũÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ",
	'\u0304': "AĀaāEĒeēIĪiīOŌoōUŪuū",
	'\u0306': "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўẠẶạặ",
	'\u0307': "CĊcċEĖeėGĠgġIİZŻzż",
	'\u0308': "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋЕЁІЇеёії",
	'\u0309': "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ",
	'\u030a': "AÅaåUŮuů",
	'\u030b': "OŐoőUŰuű",
	'\u030c': "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzž",
	'\u031b': "OƠoơUƯuư",
	'\u0323': "AẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ",
	'\u0327': "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ",
	'\u0328': "AĄaąEĘeęIĮiįUŲuų",
}
